# given.py: a text that is given in place of what a model would write is judged as the same text is by scoring.
# SPDX-License-Identifier: LGPL-2.1-or-later
import math
import os
import sys

os.chdir(os.environ['HUNCH_BUILDDIR'])
sys.dont_write_bytecode = True
try:
    if not os.path.exists('Hunch-1.0.typelib'):
        raise ImportError
    import gi
    gi.require_version('GIRepository', '2.0')
    from gi.repository import GIRepository
    GIRepository.Repository.prepend_search_path('.')
    GIRepository.Repository.prepend_library_path('.libs')
    gi.require_version('Hunch', '1.0')
    from gi.repository import Hunch
except (ImportError, ValueError):
    print('1..0 # SKIP no introspection, or no python3-gi')
    sys.exit(0)

TINY = os.path.join(os.environ['HUNCH_SRCDIR'], 'tests', 'fixtures', 'gguf', 'valid_llama.gguf')
n = 0


def ok(true, name, *said):
    global n
    n += 1
    print(f'{"ok" if true else "not ok"} {n} - {name}')
    if not true:
        for thing in said:
            print(f'# {thing}')


def run(model, prompt, **more):
    given, more['n_likely'] = more.pop('given', None), more.get('n_likely', 3)
    completion = Hunch.Completion(model=model, **more)
    completion.set_prompt(prompt)
    completion.set_given(given)
    return completion.run(None)


model = Hunch.Model(path=TINY, exact=True)
plain = run(model, 'Hello', max_tokens=6)
ok(len(plain.get_chosen()) == 6 and [c.get_id() for c in plain.get_chosen()] == list(plain.get_ids()), 'each token that came')
ok([c.get_text() for c in plain.dup_likely(0)][0] == plain.get_chosen()[0].get_text(), 'of which greedy takes the likeliest')
ok(len(run(model, 'Hello', max_tokens=2, n_likely=0).get_chosen()) == 0, 'nothing unless asked for')

result = run(model, 'Hello', given=' old world\nand more', max_tokens=1, one_line=True)
ok(result.get_text() == ' old world\nand more', 'what is given comes, whatever limits say', result.get_text())
ids = list(result.get_prompt_ids()) + list(result.get_ids())
scores = list(model.score(ids, None))[len(result.get_prompt_ids()):]
found = [math.log(c.get_probability()) for c in result.get_chosen()]
worst = max(abs(a - b) for a, b in zip(found, scores))
ok(len(found) == len(scores) and worst < 1e-4, 'as likely as scoring finds it', found, scores)
sums = [sum(o.get_probability() for o in result.dup_likely(i)) for i in range(len(found))]
ok(all(s <= 1 + 1e-6 for s in sums), 'probabilities of one place', sums)

healed = run(model, 'Hel', given='lo you', heal=True)
ok(healed.get_text() == 'lo you', 'after a word that is not at its end', healed.get_text(), [c.get_text() for c in healed.get_chosen()])
ok(run(model, 'Hello', given='').get_text() == '', 'an empty text')
print(f'1..{n}')
