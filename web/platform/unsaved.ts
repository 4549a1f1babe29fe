/** The forms on the page that hold what leaving it would lose (platform/use-unsaved.ts). */
export const unsavedForms = new Set<object>();

/** Whether something is typed on the page that leaving it would lose. */
export const hasUnsaved = () => unsavedForms.size > 0;
