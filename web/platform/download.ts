import { csvMark } from '#contract/csv.ts';
import { readApiError } from './errors.ts';
import { pageMemberHeaders } from './page-member.ts';

/**
 * Downloads a file of the portal. A HEAD request to the same URL comes first, because browsers do not report failed
 * downloads.
 * @throws ApiError when the file is not available; TypeError when the portal cannot be reached
 */
export async function download(address: string): Promise<void> {
  const response = await fetch(address, { method: 'HEAD', credentials: 'include', headers: pageMemberHeaders() });
  if (!response.ok) throw await readApiError(response, true);
  clickLink(address, '');
}

/**
 * Downloads a text that the page made. A CSV file begins with the mark by which spreadsheets recognise its encoding.
 */
export function saveText(name: string, type: string, text: string): void {
  const mark = type.startsWith('text/csv') ? csvMark : '';
  const address = URL.createObjectURL(new Blob([mark, text], { type }));
  clickLink(address, name);
  URL.revokeObjectURL(address);
}

function clickLink(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
