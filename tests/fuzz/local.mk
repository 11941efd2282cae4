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
