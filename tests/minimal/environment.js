// A program of emscripten's has an environment of its own, unless it is given Node's.
Module['preRun'] = [() => Object.assign(ENV, process.env)];
