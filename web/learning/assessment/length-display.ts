/** How long a first run of the twelve questions (ASSESS-16) takes, about. */
export const assessmentMinutes = 10;

/** The length of the assessment in words. */
export const lengthText = `12 questions · about ${assessmentMinutes} minutes`;
