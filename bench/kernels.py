# kernels.py: matrix products alone: Hunch's kernels, CLBlast and OpenBLAS at one shape, and the limits of the device.
# SPDX-License-Identifier: LGPL-2.1-or-later
import ctypes.util
import json
import os
import statistics
import subprocess
import sys

from llama import cpu_flags
from process import run

SHAPE = (512, 3072, 768)  # tokens, rows, k

# In a process of its own, since OpenBLAS reads its environment when it is loaded.
OPENBLAS = '''
import ctypes, sys, time
m, n, k, rounds = map(int, sys.argv[2:6])
blas = ctypes.CDLL(sys.argv[1])
a, b, c = ((ctypes.c_float * s)(*([0.5] * s)) for s in (m * k, n * k, m * n))
f = ctypes.c_float
gemm = lambda: blas.cblas_sgemm(101, 111, 112, m, n, k, f(1), a, k, b, k, f(0), c, n)
gemm()
for i in range(rounds):
    begin = time.perf_counter()
    gemm()
    print(2 * m * n * k / (time.perf_counter() - begin))
'''


def core_type():
    """What OpenBLAS does not always find out under a hypervisor."""
    flags = cpu_flags()
    return 'SKYLAKEX' if 'avx512f' in flags else 'HASWELL' if 'avx2' in flags else 'NEHALEM'


def openblas(rounds, threads):
    """Median of operations a second; None without the library."""
    name = ctypes.util.find_library('openblas')
    if name is None:
        print('peers: OpenBLAS is not there: apt-get install libopenblas0-pthread', file=sys.stderr)
        return None
    env = {**os.environ, 'OPENBLAS_CORETYPE': core_type(), 'OPENBLAS_NUM_THREADS': str(threads)}
    out = run([sys.executable, '-c', OPENBLAS, name, *map(str, SHAPE), str(rounds)], env=env)
    return statistics.median(map(float, out.split()))


def measure(a, say):
    say('kernels alone')
    subprocess.run(['make', '-s', '-C', a.build, 'bench/bench-kernels'], check=True, stdout=subprocess.DEVNULL)
    env = {**os.environ, 'POCL_MAX_PTHREAD_COUNT': str(a.threads), 'POCL_CPU_MAX_CU_COUNT': str(a.threads)}
    if a.device:
        env['HUNCH_TEST_DEVICE'] = a.device
    figures = json.loads(run([f'{a.build}/bench/bench-kernels', *map(str, SHAPE), str(a.rounds)], env=env))
    figures['gemm_openblas_float32'] = openblas(a.rounds, a.threads)
    return figures


def show(figures):
    print('kernels alone on {device}, {tokens} tokens, {rows} x {k}; dot product: {dot}'.format(**figures))
    for name, value in figures.items():
        if name in ('device', 'tokens', 'rows', 'k', 'dot'):
            continue
        unit = 'GB/s' if name.startswith('read') else 'Gop/s'
        print(f'{name:44} {unit:9} ' + ('not here' if value is None else f'{value / 1e9:.1f}'))
