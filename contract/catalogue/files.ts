import * as z from 'zod/mini';

/** File types that administrators may upload, by extension (UPLOAD-02, UPLOAD-03). */
export const documentExtensions = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'zip', 'txt'] as const;
export const imageExtensions = ['jpg', 'jpeg', 'png', 'gif', 'webp'] as const;

export const maxDocumentBytes = 50 * 1024 * 1024;
export const maxImageBytes = 10 * 1024 * 1024;

/** Maximum size of a member's picture. */
export const maxPictureBytes = 5 * 1024 * 1024;

/** Problems with a PDF, as warnings to its publisher. */
export const pdfProblems = {
  locked:
    'This PDF asks for a password before it opens, so members cannot read it without that password. Upload a copy without one.',
  damaged:
    'This PDF is damaged and does not open. Save or export it again from the program it was made with, and upload the new file.',
  'cut-off':
    'The end of this PDF is missing: it was probably cut off while it was copied or downloaded. Compare it with the original, and upload that again.',
  empty: 'This PDF has no pages. Export it again from the program it was made with, and upload the new file.',
  unreadable:
    'The portal could not read this PDF in time, so it shows neither contents nor sample pages. Check that the file opens as you expect.',
} as const;

const warning = z.nullable(z.string());

/**
 * The response to an upload: `fileUrl` is the value to save as a resource's `fileUrl` or image. `warning` describes a
 * problem of a file that is accepted all the same, and may be sold as a download.
 */
export const Upload = z.object({ success: z.literal(true), fileUrl: z.string(), message: z.string(), warning });
export type Upload = z.infer<typeof Upload>;

/** An uploaded document for its publisher. */
export const UploadedFile = z.object({ name: z.string(), bytes: z.int(), warning });
export type UploadedFile = z.infer<typeof UploadedFile>;

/** Sizes of uploaded pictures in pixels, by URL. */
export const PictureSizes = z.record(
  z.string(),
  z.object({ width: z.int().check(z.positive()), height: z.int().check(z.positive()) }),
);
export type PictureSizes = z.infer<typeof PictureSizes>;

/** The path parameter of a stored file. */
export const FileParams = z.object({ id: z.uuid({ error: 'File not found' }) });
export type FileParams = z.infer<typeof FileParams>;
