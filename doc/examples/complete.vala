// complete.vala: completes a text from Vala.
// SPDX-License-Identifier: LGPL-2.1-or-later
//     valac --pkg hunch-1.0 complete.vala

async void complete () throws Error {
    // The default model; find_model says how to get it where it is not there.
    var path = new Hunch.Catalogue ().find_model (null);
    var completion = new Hunch.Completion (new Hunch.Model (path, null)) {
        prompt = "The capital of France is",
        max_tokens = 1
    };

    // The model is loaded on the way, while the main loop runs on.
    var result = yield completion.run_async (null);
    print ("%s\n", result.get_text ());
}

int main () {
    var loop = new MainLoop ();
    var status = 0;

    complete.begin ((_, task) => {
        try {
            complete.end (task);
        } catch (Error error) {
            printerr ("%s\n", error.message);
            status = 1;
        }
        loop.quit ();
    });
    loop.run ();
    return status;
}
