
// A Worker: `env.ASSETS` has the files of the site. What else it answers, it answers here, before.
export default {
  fetch(request, env) {
    return negotiate(request, (asked) => env.ASSETS.fetch(asked));
  },
};
