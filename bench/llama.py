# llama.py: llama.cpp as a peer: built for this CPU from the sdist of llama-cpp-python, and out of the wheel xllamacpp.
# SPDX-License-Identifier: LGPL-2.1-or-later
import glob
import json
import os
import shutil
import sys
import tarfile

from process import Failed, run, timed

SDIST = 'llama-cpp-python'
WHEEL = 'xllamacpp'
TARGETS = ['llama-bench', 'llama-completion']

# AMX is announced by processors that fault when it is used under a hypervisor, so GGML_NATIVE would not do.
FLAGS = {
    'sse4_2': 'GGML_SSE42', 'avx': 'GGML_AVX', 'avx2': 'GGML_AVX2', 'fma': 'GGML_FMA', 'f16c': 'GGML_F16C',
    'bmi2': 'GGML_BMI2', 'avx_vnni': 'GGML_AVX_VNNI', 'avx512f': 'GGML_AVX512', 'avx512vbmi': 'GGML_AVX512_VBMI',
    'avx512_vnni': 'GGML_AVX512_VNNI', 'avx512_bf16': 'GGML_AVX512_BF16',
}


def cpu_flags():
    with open('/proc/cpuinfo') as f:
        for line in f:
            if line.startswith('flags'):
                return set(line.split(':')[1].split())
    return set()


def step(what):
    print(f'peers: {what} ...', file=sys.stderr, flush=True)


def fetch_sdist(cache):
    """The folder of llama.cpp's sources."""
    found = glob.glob(f'{cache}/llama_cpp_python-*/vendor/llama.cpp/CMakeLists.txt')
    if not found:
        step(f'fetching the sources of {SDIST}')
        run([sys.executable, '-m', 'pip', 'download', '-q', '--no-deps', '--no-binary', ':all:', '-d', cache, SDIST])
        archive = glob.glob(f'{cache}/llama_cpp_python-*.tar.gz')[0]
        with tarfile.open(archive) as t:
            t.extractall(cache, filter='data') if hasattr(tarfile, 'data_filter') else t.extractall(cache)
        os.unlink(archive)
        found = glob.glob(f'{cache}/llama_cpp_python-*/vendor/llama.cpp/CMakeLists.txt')
    return os.path.dirname(found[0])


def build(cache, jobs):
    """The folder of llama-bench and llama-completion."""
    to = f'{cache}/build'
    if not all(os.access(f'{to}/bin/{t}', os.X_OK) for t in TARGETS):
        source = fetch_sdist(cache)
        if not shutil.which('cmake'):
            raise Failed('llama.cpp is built with cmake: apt-get install cmake g++')
        has = cpu_flags()
        options = [f'-D{name}={"ON" if flag in has else "OFF"}' for flag, name in FLAGS.items()]
        step('building llama.cpp for this CPU; this takes minutes, once')
        run(['cmake', '-S', source, '-B', to, '-DCMAKE_BUILD_TYPE=Release', '-DBUILD_SHARED_LIBS=OFF', '-DLLAMA_CURL=OFF', '-DLLAMA_OPENSSL=OFF',
             '-DLLAMA_BUILD_TESTS=OFF', '-DLLAMA_BUILD_SERVER=OFF', '-DLLAMA_BUILD_UI=OFF', '-DGGML_NATIVE=OFF', '-DGGML_AMX_TILE=OFF', *options])
        run(['cmake', '--build', to, '-j', str(jobs), '--target', *TARGETS])
    return f'{to}/bin'


class Built:
    """llama.cpp with all that this CPU has but AMX."""
    name = 'llama.cpp'

    def __init__(self, cache, threads):
        self.bin, self.threads, self.best = build(cache, threads), threads, {}

    def _bench(self, path, what, flash):
        words = {'prefill': ['-p', '512', '-n', '0'], 'decode': ['-p', '0', '-n', '128', '-d', '64']}[what]
        done = timed([f'{self.bin}/llama-bench', '-m', path, '-t', str(self.threads), '-r', '1', '-fa', flash, *words, '-o', 'json'])
        return json.loads(done.out)[-1]['avg_ts'], done.peak

    def speed(self, path, what):
        """Tokens a second, and the peak of memory in bytes. The first call finds the better of flash attention and none."""
        if (path, what) not in self.best:
            self.best[path, what] = max(['on', 'off'], key=lambda flash: self._bench(path, what, flash)[0])
        return self._bench(path, what, self.best[path, what])

    def first_token(self, path, prompt):
        """Seconds from the start of the process to its first byte."""
        return timed([f'{self.bin}/llama-completion', '-m', path, '-t', str(self.threads), '-f', prompt, '-n', '1', '--temp', '0', '-no-cnv',
                      '--no-display-prompt', '--no-warmup', '--simple-io', '-c', '512']).first_byte


WHEEL_RUN = '''
import json, sys
import xllamacpp
path, what, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
p = xllamacpp.CommonParams()
p.model.path, p.n_ctx, p.n_parallel, p.warmup, p.n_gpu_layers, p.verbosity = path, 1024, 1, True, 0, 0
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = threads
server = xllamacpp.Server(p)
n, m = {'prefill': (512, 1), 'decode': (64, 128)}[what]
ids = [1000 + 37 * i % 20000 for i in range(n)]
ask = lambda ids, m: server.handle_completions({'prompt': ids, 'n_predict': m, 'temperature': 0, 'ignore_eos': True, 'cache_prompt': False})
ask(ids[::-1][:32], 2)
a = ask(ids, m)
t = (a if isinstance(a, dict) else json.loads(a))['timings']
print('RATE', t['prompt_per_second'] if what == 'prefill' else t['predicted_per_second'])
'''


class Wheel:
    """llama.cpp as most people get it."""
    name = 'xllamacpp'

    def __init__(self, cache, threads):
        self.python, self.threads = f'{cache}/venv/bin/python', threads
        if not os.path.exists(self.python) or not glob.glob(f'{cache}/venv/lib/python3*/site-packages/{WHEEL}'):
            step(f'installing {WHEEL} in a virtual environment')
            run([sys.executable, '-m', 'venv', f'{cache}/venv'])
            run([self.python, '-m', 'pip', 'install', '-q', WHEEL])

    def speed(self, path, what):
        done = timed([self.python, '-c', WHEEL_RUN, path, what, str(self.threads)])
        rate = [line.split()[1] for line in done.out.decode(errors='replace').splitlines() if line.startswith('RATE')]
        if not rate:
            raise Failed(f'{WHEEL} gave no figures for {path}')
        return float(rate[0]), done.peak
