// Without schemas, so that screens load no more than these.

/** Maximum length of a file of content, in characters. */
export const maxContentLength = 400_000;

/** The four levels of an answer of the assessment and the names of the bands, lowest first (ASSESS-15). */
export const assessmentLevels = ['initial', 'emerging', 'developing', 'advanced'] as const;
