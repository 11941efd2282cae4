# usage.py: how the command line answers to right and wrong calls; no model, no device.
# SPDX-License-Identifier: LGPL-2.1-or-later
import os
import shutil
import subprocess

import cli
from cli import equal, hunch, ok, refuses

COMMANDS = ['complete', 'infill', 'tokenize', 'detokenize', 'models', 'pull', 'info', 'convert', 'devices', 'bench', 'tune', 'perplexity']
GPT2 = os.path.join(cli.FIXTURES, 'tokenizer', 'probe_gpt2.gguf')

p = hunch()
ok(p.returncode == 2 and p.stdout == b'' and b'Usage' in p.stderr, 'no words: usage on stderr, status 2', p)
for words in (['--help'], ['-h'], ['help']):
    p = hunch(*words)
    ok(p.returncode == 0 and p.stderr == b'' and all(c.encode() in p.stdout for c in COMMANDS), f'{words[0]} lists all commands', p)
p = hunch('--version')
ok(p.returncode == 0 and p.stdout.startswith(b'hunch '), '--version', p)
for command in COMMANDS:
    p = hunch(command, '--help')
    ok(p.returncode == 0 and f'hunch {command}'.encode() in p.stdout and p.stderr == b'', f'{command} --help', p)
    refuses(hunch(command, '--no-such-option'), 2, '--no-such-option', f'{command}: an unknown option')

refuses(hunch('complete'), 2, 'no text', 'complete without a text')
refuses(hunch('complete', 'The', 'capital', '-m', GPT2), 2, 'quotes', 'complete with two texts')
refuses(hunch('complete', 'x', '--file', 'y', '-m', GPT2), 2, '--file', 'a text and a file')
refuses(hunch('complete', 'x', '--prompt-ids', '1', '-m', GPT2), 2, '--prompt-ids', 'a text and ids')
refuses(hunch('complete', '--prompt-ids', '1,x', '-m', GPT2), 2, "'x'", 'ids that are no numbers')
refuses(hunch('infill', '--prefix-file', 'a'), 2, '--suffix-file', 'infill with half of what it needs')
refuses(hunch('tokenize'), 2, 'no text', 'tokenize without a text')
refuses(hunch('detokenize'), 2, 'no ids', 'detokenize without ids')
refuses(hunch('pull'), 2, 'name', 'pull without a name')
refuses(hunch('info'), 2, 'file', 'info without a file')
for command in ('devices', 'models', 'bench'):
    refuses(hunch(command, 'word'), 2, "'word'", f'{command} with a word')

# Each number is refused by the name of its option, before anything is loaded.
for option, wrong in (('--max-tokens', ('-1', 'x', '1.5', '0x10', '', '99999999999', ' 1')), ('--temperature', ('-1', 'nan', 'inf', '0,8', 'x', '')),
                      ('--top-k', ('-1', 'x')), ('--top-p', ('1.5', '-0.1', 'nan')), ('--min-p', ('2', 'x')),
                      ('--repeat-penalty', ('0', '-1', 'nan')), ('--seed', ('-1', '18446744073709551616')), ('--timeout', ('-1', 'x'))):
    for value in wrong:
        refuses(hunch('complete', f'{option}={value}', 'x', '-m', GPT2), 2, option, f'{option}={value}')
refuses(hunch('complete', '--context=0', 'x', '-m', GPT2), 2, '--context', '--context=0')
refuses(hunch('bench', '-p', '0'), 2, '--prompt-tokens', 'bench -p 0')

refuses(hunch('-m', 'no-such-model', 'x'), 1, 'no-such-model', 'an unknown model')
refuses(hunch('-m', 'no\nsuch', 'x'), 1, 'no such', 'a name with a line break stays on one line')
refuses(hunch('complete', '--file', 'no-such-file', '-m', GPT2), 1, 'no-such-file', 'a file that is not there')
refuses(hunch('pull', 'no-such-model'), 1, 'no-such-model', 'pull of an unknown name')
refuses(hunch('info', os.path.join(cli.SOURCE, 'COPYING')), 1, 'COPYING', 'info of something else')

with cli.scratch() as empty:
    env = {'HUNCH_MODEL_DIR': empty}
    refuses(hunch('x', env=env), 1, 'hunch pull smollm2-135m', 'without the model it says how to get it')
    env = {'OCL_ICD_VENDORS': empty}
    refuses(hunch('devices', env=env), 1, 'pocl-opencl-icd', 'without a driver it says what to install')
    model = os.path.join(cli.FIXTURES, 'gguf', 'valid_llama.gguf')
    refuses(hunch('-m', model, 'x', env=env), 1, 'pocl-opencl-icd', 'and so does complete')

if os.path.exists('/dev/full'):
    with open('/dev/full', 'wb') as full:
        p = subprocess.run([cli.HUNCH, 'models'], stdout=full, stderr=subprocess.PIPE)
        equal(p.returncode, 1, 'output that cannot be written is a failure')
else:
    cli.skip('output that cannot be written is a failure', 'there is no /dev/full')

# Numbers have a point in every locale.
if shutil.which('localedef'):
    with cli.scratch() as folder:
        made = subprocess.run(['localedef', '-i', 'de_DE', '-f', 'UTF-8', os.path.join(folder, 'de_DE.UTF-8')], capture_output=True)
        if os.path.isdir(os.path.join(folder, 'de_DE.UTF-8')):
            env = {'LOCPATH': folder, 'LC_ALL': 'de_DE.UTF-8', 'LANGUAGE': 'C'}
            refuses(hunch('complete', '--temperature', '0,8', 'x', '-m', GPT2, env=env), 2, '--temperature', 'de_DE: 0,8 is refused')
            p = hunch('complete', '--temperature', '0.8', '--top-p', '0.25', '--context=0', 'x', '-m', GPT2, env=env)
            refuses(p, 2, '--context', 'de_DE: 0.8 is understood')
        else:
            cli.skip('numbers in de_DE', 'the sources of locales are not installed')
else:
    cli.skip('numbers in de_DE', 'localedef is not installed')
cli.end()
