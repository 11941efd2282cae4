# Fuzz targets, run over their corpora by make check. With libFuzzer: tests/fuzz/run-fuzzer.sh gguf 1200 engine/base engine/model
check_PROGRAMS += %D%/fuzz-gguf
FUZZ_MAIN = %D%/fuzz-main.c %D%/fuzz.h
%C%_fuzz_gguf_SOURCES = %D%/fuzz-gguf.c $(FUZZ_MAIN)
%C%_fuzz_gguf_LDADD = libhunch-model.la $(GLIB_LIBS) -lm
EXTRA_DIST += %D%/run-fuzzer.sh

check_PROGRAMS += %D%/fuzz-safetensors
%C%_fuzz_safetensors_SOURCES = %D%/fuzz-safetensors.c $(FUZZ_MAIN)
%C%_fuzz_safetensors_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS)
%C%_fuzz_safetensors_LDADD = libhunch-model.la $(JSON_LIBS) $(GLIB_LIBS) -lm
EXTRA_DIST += $(SAFETENSORS_CORPUS)
SAFETENSORS_CORPUS = \
	tests/fuzz/corpus/safetensors/gemma3 \
	tests/fuzz/corpus/safetensors/gpt2 \
	tests/fuzz/corpus/safetensors/llama \
	tests/fuzz/corpus/safetensors/nanochat \
	tests/fuzz/corpus/safetensors/qwen2 \
	tests/fuzz/corpus/safetensors/qwen2-bf16 \
	tests/fuzz/corpus/safetensors/qwen3

# Vocabularies. With libFuzzer: tests/fuzz/run-fuzzer.sh vocab 1200 engine/base engine/model tokenizer engine/session/session-vocab.c
# and tests/fuzz/run-fuzzer.sh hf 1200 engine/base tokenizer; so encode.
check_PROGRAMS += %D%/fuzz-vocab %D%/fuzz-hf %D%/fuzz-encode
%C%_fuzz_vocab_SOURCES = %D%/fuzz-vocab.c %D%/fuzz-text.h $(FUZZ_MAIN)
%C%_fuzz_vocab_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_CFLAGS)
%C%_fuzz_vocab_LDADD = libhunch-session-vocab.la libhunch-tokenizer.la libhunch-model.la libhunch-base.la $(JSON_LIBS) $(GLIB_LIBS) -lm
%C%_fuzz_hf_SOURCES = %D%/fuzz-hf.c %D%/fuzz-text.h $(FUZZ_MAIN)
%C%_fuzz_hf_LDADD = libhunch-tokenizer.la libhunch-base.la $(JSON_LIBS) $(GLIB_LIBS)
%C%_fuzz_encode_SOURCES = %D%/fuzz-encode.c %D%/fuzz-text.h $(FUZZ_MAIN)
%C%_fuzz_encode_LDADD = libhunch-tokenizer.la libhunch-base.la $(JSON_LIBS) $(GLIB_LIBS)
EXTRA_DIST += $(VOCAB_CORPUS)
VOCAB_CORPUS = \
	tests/fuzz/corpus/encode/0 \
	tests/fuzz/corpus/encode/1 \
	tests/fuzz/corpus/encode/2 \
	tests/fuzz/corpus/encode/3 \
	tests/fuzz/corpus/encode/4 \
	tests/fuzz/corpus/encode/5 \
	tests/fuzz/corpus/encode/6 \
	tests/fuzz/corpus/encode/7 \
	tests/fuzz/corpus/encode/8 \
	tests/fuzz/corpus/hf/bytes \
	tests/fuzz/corpus/hf/digits \
	tests/fuzz/corpus/hf/gemma \
	tests/fuzz/corpus/hf/llama \
	tests/fuzz/corpus/hf/metaspace \
	tests/fuzz/corpus/hf/no-bytes \
	tests/fuzz/corpus/hf/split \
	tests/fuzz/corpus/vocab/deepseek \
	tests/fuzz/corpus/vocab/gpt2 \
	tests/fuzz/corpus/vocab/pieces \
	tests/fuzz/corpus/vocab/pieces-few \
	tests/fuzz/corpus/vocab/unigram \
	tests/fuzz/corpus/vocab/unigram-map
