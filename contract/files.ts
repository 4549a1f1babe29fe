import * as z from 'zod/mini';

/** What administrators may upload, by extension (UPLOAD-02, UPLOAD-03). */
export const documentExtensions = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'zip', 'txt'] as const;
export const imageExtensions = ['jpg', 'jpeg', 'png', 'gif', 'webp'] as const;

export const maxDocumentBytes = 50 * 1024 * 1024;
export const maxImageBytes = 10 * 1024 * 1024;

/** The picture of a member. */
export const maxPictureBytes = 5 * 1024 * 1024;

/** The answer to an upload: `fileUrl` is what a resource's fileUrl or image addresses then hold. */
export const Upload = z.object({ success: z.literal(true), fileUrl: z.string(), message: z.string() });
export type Upload = z.infer<typeof Upload>;

/** How large uploaded pictures are, in pixels, by their addresses. */
export const PictureSizes = z.record(
  z.string(),
  z.object({ width: z.int().check(z.positive()), height: z.int().check(z.positive()) }),
);
export type PictureSizes = z.infer<typeof PictureSizes>;

/** The path parameter of a stored file. */
export const FileParams = z.object({ id: z.uuid({ error: 'File not found' }) });
export type FileParams = z.infer<typeof FileParams>;
