declare module "*.toml" {
  const value: Record<string, unknown>;
  export default value;
}
declare module "*.md?lead" {
  const lead: import("./rules/page").Lead;
  export default lead;
}
declare module "*.md" {
  const page: import("./rules/page").Page;
  export default page;
}
declare module "virtual:local-manifest" {
  const manifest: import("./local/manifest").Manifest | null;
  export default manifest;
}
