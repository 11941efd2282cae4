#!/usr/bin/python3
# trace.py: looks inside a model from Python: what it would say after each layer, and who looks at whom. With a file name it plots both.
# SPDX-License-Identifier: LGPL-2.1-or-later
import sys
from array import array

import gi

gi.require_version('Hunch', '1.0')
from gi.repository import Hunch

path = Hunch.Catalogue.new().find_model(None)
model = Hunch.Model(path=path, exact=True)
trace = Hunch.Trace(model=model, prompt='The capital of France is')
# The tensors to keep: here attention of layer 23. None in place of the list keeps all points.
trace.set_points(['scores'], 23, 23)
result = trace.run(None)

# One evaluation of the prompt. Each of its layers has the watched token's rank, and the likeliest token there.
evaluation = result.get_evaluations()[0]
layers = evaluation.get_layers()
says = [layer.get_best().get_text() for layer in layers]
print(says[-1])

if len(sys.argv) > 1:
    from matplotlib import pyplot

    tokenizer = model.dup_tokenizer()
    pieces = [tokenizer.get_piece(i).get_data().decode(errors='replace') for i in result.get_prompt_ids()]
    scores = result.lookup_tensor('scores.23')
    n, n_head, _ = scores.get_shape()  # (query, head, position)
    numbers = array('f', scores.get_bytes().get_data())
    head = 4
    map = [numbers[(query * n_head + head) * n:][:n] for query in range(n)]

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 5), layout='constrained')
    left.plot([layer.get_layer() for layer in layers], [layer.get_probability() for layer in layers], marker='o')
    left.set(title=f'Probability of {says[-1]!r} after each layer', xlabel='layer', ylabel='probability')
    right.imshow(map, vmin=0, vmax=1)
    right.set(title='Layer 23, head 4: rows look at columns')
    right.set_xticks(range(n), pieces)
    right.set_yticks(range(n), pieces)
    figure.savefig(sys.argv[1])
