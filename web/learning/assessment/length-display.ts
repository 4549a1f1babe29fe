/** Approximate minutes of a first run of the twelve questions (PLAN-04). */
export const assessmentMinutes = 10;

export const lengthText = `12 questions · about ${assessmentMinutes} minutes`;
