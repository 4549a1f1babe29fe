/** Progress after a download, in whole percent, because the portal does not know whether the file was read. */
export const downloadedPercent = 50;
