/** Forms on the page with unsaved contents (platform/use-unsaved.ts). */
export const unsavedForms = new Set<object>();

/** Whether leaving the page would lose typed contents. */
export const hasUnsaved = () => unsavedForms.size > 0;
