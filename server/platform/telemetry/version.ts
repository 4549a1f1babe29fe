/** What runs here (LIVE-06). */
export type Version = {
  version: string;
  /** The beginning of the commit's hash; null where neither BUILD_COMMIT nor git knows it. */
  commit: string | null;
};

export function versionText({ version, commit }: Version): string {
  return commit === null ? version : `${version} (${commit})`;
}
