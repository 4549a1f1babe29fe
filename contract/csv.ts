/**
 * A text that a spreadsheet does not run: one that begins like a formula gets an apostrophe in front (BILL-20). Blanks
 * and control characters before the sign do not make it safe, nor do its full-width forms.
 */
export function textCell(text: string): string {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}

/** Lines of a CSV file (BILL-21, RFC 4180); what may come from people has been through `textCell`. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

/** A cell with commas, quotes or line breaks is quoted. */
function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
