/** Version of the running portal (LIVE-06). */
export type Version = {
  version: string;
  /** Beginning of the commit's hash; null when neither BUILD_COMMIT nor git has it. */
  commit: string | null;
};

export function versionText({ version, commit }: Version): string {
  return commit === null ? version : `${version} (${commit})`;
}
