/* hunch-enums.h: the enumerations of the public API.
 * SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#if !defined(HUNCH_INSIDE) && !defined(HUNCH_COMPILATION)
#error "Only <hunch/hunch.h> can be included directly."
#endif

#include <glib.h>

G_BEGIN_DECLS

/**
 * HunchModelState:
 * @HUNCH_MODEL_STATE_UNLOADED: nothing is on the device
 * @HUNCH_MODEL_STATE_LOADING: weights are on their way, or kernels are being built
 * @HUNCH_MODEL_STATE_READY: completions can run
 * @HUNCH_MODEL_STATE_FAILED: the last load failed
 *
 * What a [class@Hunch.Model] is doing.
 */
typedef enum
{
  HUNCH_MODEL_STATE_UNLOADED,
  HUNCH_MODEL_STATE_LOADING,
  HUNCH_MODEL_STATE_READY,
  HUNCH_MODEL_STATE_FAILED,
} HunchModelState;

/**
 * HunchFinishReason:
 * @HUNCH_FINISH_REASON_LENGTH: the limit on tokens, time or context was reached
 * @HUNCH_FINISH_REASON_STOP: a stop string came, or the end of the line where only one was wanted
 * @HUNCH_FINISH_REASON_EOS: the model ended its text
 * @HUNCH_FINISH_REASON_CANCELLED: [method@Hunch.Completion.stop] ended it, or the model was unloaded
 *
 * Why a completion ended.
 */
typedef enum
{
  HUNCH_FINISH_REASON_LENGTH,
  HUNCH_FINISH_REASON_STOP,
  HUNCH_FINISH_REASON_EOS,
  HUNCH_FINISH_REASON_CANCELLED,
} HunchFinishReason;

/**
 * HunchTokenizerFlags:
 * @HUNCH_TOKENIZER_NONE: plain text: names of special tokens in it are text
 * @HUNCH_TOKENIZER_ADD_SPECIAL: add what the model wants at both ends, such as a token of beginning; never a second one
 * @HUNCH_TOKENIZER_SPECIAL: encoding: names of special tokens become their ids; decoding: control tokens come out as their names
 *
 * How a [class@Hunch.Tokenizer] treats special tokens.
 */
typedef enum /*< flags >*/
{
  HUNCH_TOKENIZER_NONE = 0,
  HUNCH_TOKENIZER_ADD_SPECIAL = 1 << 0,
  HUNCH_TOKENIZER_SPECIAL = 1 << 1,
} HunchTokenizerFlags;

/**
 * HunchPullStage:
 * @HUNCH_PULL_STAGE_IDLE: not begun, or over
 * @HUNCH_PULL_STAGE_WAITING: another process downloads the same model
 * @HUNCH_PULL_STAGE_DOWNLOADING: parts are coming
 * @HUNCH_PULL_STAGE_CHECKING: the whole is compared with its checksum
 *
 * What a [class@Hunch.Pull] is doing.
 */
typedef enum
{
  HUNCH_PULL_STAGE_IDLE,
  HUNCH_PULL_STAGE_WAITING,
  HUNCH_PULL_STAGE_DOWNLOADING,
  HUNCH_PULL_STAGE_CHECKING,
} HunchPullStage;

G_END_DECLS
