# Fuzz targets, run over their corpora by make check. HACKING.md says how to build them with libFuzzer.
check_PROGRAMS += %D%/fuzz-gguf
FUZZ_MAIN = %D%/fuzz-main.c %D%/fuzz.h
%C%_fuzz_gguf_SOURCES = %D%/fuzz-gguf.c $(FUZZ_MAIN)
%C%_fuzz_gguf_LDADD = libhunch-model.la $(GLIB_LIBS) -lm
EXTRA_DIST += %D%/run-fuzzer.sh
