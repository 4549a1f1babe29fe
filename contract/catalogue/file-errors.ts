/** Errors of uploads and imports, some of which screens show before they send a file; a part of errors.ts. */
export const fileErrors = {
  'files.missing': { status: 400, message: 'Choose a file to upload.' },
  'files.empty': {
    status: 400,
    message: 'This file is empty: it has 0 bytes. Open it to see whether it was saved, then choose it again.',
  },
  'files.wrong-encoding': {
    status: 415,
    message: 'The text in this file is not encoded as UTF-8. Save it again with the encoding UTF-8, then upload it.',
  },
  'files.rich-text': {
    status: 415,
    message:
      'This is a rich text file (RTF) with the name of a Word document. Save it as a Word document (.docx), then upload that.',
  },
  'files.pdf-preceded': {
    status: 415,
    message:
      'There is something else before the beginning of this PDF, so not every program opens it. Save or print it as a PDF again, then upload that.',
  },
  'files.locked': {
    status: 415,
    message: 'This file is protected by a password. Save a copy without a password, then upload that.',
  },
  'files.other-type': {
    status: 415,
    message:
      'The content of this file is that of a {found} file. Give its name the ending .{found}, or save it as .{wanted}, then upload it.',
  },
  'files.wrong-type': { status: 415, message: 'This type of file is not accepted.' },
  'files.wrong-content': {
    status: 415,
    message:
      'The content of this file does not match its name. Open it in the program that made it, save it in the format of its name, then upload that.',
  },
  'files.too-many-pixels': {
    status: 415,
    message: 'This picture has more than 40 million pixels or 200 frames. Save a smaller copy, then upload that.',
  },
  'files.no-picture': { status: 415, message: 'Choose a JPG, PNG, GIF or WebP image as your picture.' },
  'files.unsafe': { status: 400, message: 'This file cannot be accepted: its content is not safe to open.' },
  'files.too-large': { status: 413, message: 'This file is too large: the limit is {limit}.' },
  'files.storage-full': {
    status: 503,
    message: 'The portal cannot store uploads at the moment because its disk is full. Please try again later.',
  },
  'files.unavailable': {
    status: 503,
    message: 'Files cannot be reached at the moment. Please try again later.',
  },
  'files.infected': { status: 400, message: 'This file was refused by the virus scanner.' },
  'files.scanner-unavailable': {
    status: 503,
    message: 'Files cannot be checked for viruses at the moment. Please try again later.',
  },
  'files.not-found': { status: 404, message: 'File not found' },

  'imports.not-found': { status: 404, message: 'Import not found' },
  'imports.wrong-type': {
    status: 415,
    message: 'Choose a CSV or JSON file. In a spreadsheet program, save the sheet as “CSV UTF-8” first.',
  },
  'imports.running': { status: 409, message: 'Another import is running. Please wait until it finishes.' },
  'imports.not-ready': { status: 409, message: 'Solve the problems in this file before you import it.' },
  'imports.finished': { status: 409, message: 'This import has already finished.' },
  'imports.file-deleted': { status: 409, message: 'The portal no longer has this file. Please upload it again.' },
} as const;
