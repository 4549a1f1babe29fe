/** Minimum progress after a download, in whole percent: the portal does not know whether the file was read. */
export const downloadedPercent = 50;
