
// An edge function of Netlify. Twins are read without it, as their addresses are left out below.
export default (request, context) => negotiate(request, fetch, () => context.next());

export const config = {
  path: "/*",
  excludedPath: ["/_static/*", "/*.md", "/*.(avif|gif|ico|jpe?g|mp4|pdf|png|svg|webm|webp|zip)"],
  method: ["GET", "HEAD"],
  onError: "bypass",
};
