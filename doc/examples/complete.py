#!/usr/bin/python3
# complete.py: completes a text from Python.
# SPDX-License-Identifier: LGPL-2.1-or-later
import gi

gi.require_version('Hunch', '1.0')
from gi.repository import Hunch

# The default model; find_model says how to get it where it is not there.
path = Hunch.Catalogue.new().find_model(None)
completion = Hunch.Completion(model=Hunch.Model.new(path, None), prompt='The capital of France is', max_tokens=1)

# The model is loaded on the way. In a program with a main loop run_async keeps the loop free.
print(completion.run(None).get_text())
