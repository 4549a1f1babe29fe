/** The sections of the readiness assessment and the ids of their questions (ASSESS-11 to ASSESS-14). */
export const assessmentQuestions = {
  leadership: ['leadership_vision', 'leadership_commitment', 'decision_framework'],
  governance: ['ethics_committee', 'risk_management', 'compliance_monitoring'],
  technical: ['data_infrastructure', 'ai_expertise', 'security_measures'],
  culture: ['change_readiness', 'training_development', 'stakeholder_engagement'],
} as const;

/** The levels an answer may hold, lowest first (ASSESS-15). */
export const assessmentLevels = ['initial', 'emerging', 'developing', 'advanced'] as const;
