/* prompt.h: the ids that a request starts from.
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * text    BOS if the vocabulary adds one, then the text. An EOS that the vocabulary adds is left out: the text is to go on.
 * infill  BOS likewise, <fim_prefix> text <fim_suffix> suffix <fim_middle> (Bavarian et al., Efficient Training of Language Models
 *         to Fill in the Middle, 2022; order PSM). A vocabulary without these tokens continues the text, and a note says so.
 *         With context, and a vocabulary that parts files, there is before that: <repo_name> folder, for each text <file_sep> name,
 *         a new line, the text; then <file_sep> and the name of the file itself (Hui et al., Qwen2.5-Coder Technical Report, 2024).
 *         Other vocabularies get no context: to them two texts in a row are one.
 * nothing An empty prompt starts from BOS, or from EOS where there is no BOS, as models saw it between documents. */
#pragma once

#include "engine/session/engine.h"

/* Whether the vocabulary has the tokens that an infill needs. */
gboolean hunch_prompt_can_infill (const HunchVocab *v);
/* Appends at least one id. spell: of a request that heals, the end of its text that is left out, and that what follows has to begin
 * with (spell.h); may be NULL, and stays empty otherwise. note: (transfer full) what was done otherwise than asked; left alone otherwise. Ids of the request are taken
 * as they are. Fails when cancelled, and with HUNCH_ERROR_ARGUMENT when there is nothing to start from. */
gboolean hunch_prompt_build (const HunchVocab *v, const HunchRequest *r, const volatile gint *cancelled, GArray *ids,
                             GString *spell, char **note, GError **error);
/* What an infill stops at of its own: the first line of the suffix that is not blank, as a whole line, where the cursor stands at the end of
 * its line. A model that comes to it has begun to repeat what is there. NULL where there is none. (transfer full) */
char *hunch_prompt_suffix_stop (const char *suffix, gsize len);
