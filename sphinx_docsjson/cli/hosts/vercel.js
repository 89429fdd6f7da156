
// Routing Middleware of Vercel: who gets no twin goes on to the files, whose headers are in
// vercel.json. Twins are read without it, as the matcher leaves their addresses out.
export default (request) => negotiate(request, fetch, () => undefined);

export const config = {
  matcher:
    "/((?!_static/|.*\\.(?:md|avif|gif|ico|jpe?g|mp4|pdf|png|svg|webm|webp|zip)$|llms\\.txt$|\\.well-known/).*)",
};
