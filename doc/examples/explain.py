#!/usr/bin/python3
# explain.py: how likely a model finds a text after another, token by token, and what it would rather have said.
# SPDX-License-Identifier: LGPL-2.1-or-later
import sys

import gi

gi.require_version('Hunch', '1.0')
from gi.repository import Hunch

model = Hunch.Model(path=Hunch.Catalogue.new().find_model(None), exact=True)
completion = Hunch.Completion(model=model, n_likely=3)
completion.set_prompt('The capital of France is')
completion.set_given(' London, the city of the Eiffel Tower')  # without it, what the model itself writes
result = completion.run(None)

likely = [result.dup_likely(i) for i in range(len(result.get_chosen()))]
for token, others in zip(result.get_chosen(), likely):
    rather = ', '.join(f'{o.get_text()!r} {o.get_probability():.1%}' for o in others)
    print(f'{token.get_text()!r:12} {token.get_probability():6.1%}  {rather}', file=sys.stderr)
print(likely[0][0].get_text())
