/** The sections of the readiness assessment and the ids of their questions (ASSESS-11 to ASSESS-14). */
export const assessmentQuestions = {
  leadership: ['leadership_vision', 'leadership_commitment', 'decision_framework'],
  governance: ['ethics_committee', 'risk_management', 'compliance_monitoring'],
  technical: ['data_infrastructure', 'ai_expertise', 'security_measures'],
  culture: ['change_readiness', 'training_development', 'stakeholder_engagement'],
} as const;

const questionCount = Object.values(assessmentQuestions).flat().length;

/** Returns the answered share in whole percent (ASSESS-04); the ids of questions are not checked (ASSESS-17). */
export function answeredPercent(answers: Readonly<Record<string, unknown>>): number {
  return Math.min(100, Math.round((Object.keys(answers).length * 100) / questionCount));
}
