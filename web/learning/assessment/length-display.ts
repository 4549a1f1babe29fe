/** Approximate minutes of a first run of the twelve questions (ASSESS-16). */
export const assessmentMinutes = 10;

export const lengthText = `12 questions · about ${assessmentMinutes} minutes`;
