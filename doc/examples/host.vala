// host.vala: a text in memory that gets the actions of completion from the module of Hunch.
// SPDX-License-Identifier: LGPL-2.1-or-later
//     valac --pkg hunch-1.0 host.vala

class Host : Object, Hunch.Host {
    public string before;
    public string after;
    public string? ghost;

    public Host (string before, string after) {
        this.before = before;
        this.after = after;
    }

    // All of the text is given here; a host with more gives so many lines and bytes next to the cursor.
    public string dup_text_before (uint max_lines, uint max_bytes) {
        return before;
    }

    public string dup_text_after (uint max_lines, uint max_bytes) {
        return after;
    }

    public string? dup_language () {
        return null;
    }

    public string? dup_filename () {
        return null;
    }

    public Hunch.HostFlags get_flags () {
        return Hunch.HostFlags.NONE;
    }

    public void show_suggestion (string text) {
        ghost = text; // drawn over the text, never put into it
    }

    public void clear_suggestion () {
        ghost = null;
    }

    public void show_explanation (string text) {
        print ("%s\n", text);
    }

    public bool insert (string text) {
        before += text;
        return true;
    }
}

int main () {
    var host = new Host ("The capital of France is", "\n");
    var settings = new Hunch.Settings ();
    var loop = new MainLoop ();

    try {
        var provider = new Hunch.ModuleDb (null).dup_provider ();
        var actions = provider.create_actions (host, new Hunch.ModelCompleter (settings), settings);

        // The first suggestion loads the model, while the loop runs on.
        actions.action_enabled_changed["accept"].connect ((name, enabled) => {
            if (enabled)
                loop.quit ();
        });
        actions.activate_action ("complete", null);
        loop.run ();
        actions.activate_action ("accept-word", null);
        print ("%s\n", host.before);
        host.closing ();
    } catch (Error error) {
        printerr ("%s\n", error.message);
        return 1;
    }
    return 0;
}
