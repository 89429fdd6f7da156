
// An edge function of Netlify. Twins are read without it, as their addresses are left out below.
export default (request, context) => negotiate(request, fetch, () => context.next());

export const config = {
  path: "/*",
  excludedPath: ["/_static/*", "/_images/*", "/*.md"],
  method: ["GET", "HEAD"],
  onError: "bypass",
};
