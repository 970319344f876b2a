// Never run: tsc holds the types that pages have of /v1 against the golden files of ParaphWireTests.

import approvals from "../ParaphWireTests/Golden/Approval.json";
import approvalCodeReceipts from "../ParaphWireTests/Golden/ApprovalCodeReceipt.json";
import authorizationOutcomes from "../ParaphWireTests/Golden/AuthorizationOutcome.json";
import authorizationQuestions from "../ParaphWireTests/Golden/AuthorizationQuestion.json";
import challenges from "../ParaphWireTests/Golden/Challenge.json";
import challengeResults from "../ParaphWireTests/Golden/ChallengeResult.json";
import changess from "../ParaphWireTests/Golden/Changes.json";
import clientRequests from "../ParaphWireTests/Golden/ClientRequest.json";
import devices from "../ParaphWireTests/Golden/Device.json";
import deviceRequests from "../ParaphWireTests/Golden/DeviceRequest.json";
import documentHistorys from "../ParaphWireTests/Golden/DocumentHistory.json";
import documentSaves from "../ParaphWireTests/Golden/DocumentSave.json";
import documentSeals from "../ParaphWireTests/Golden/DocumentSeal.json";
import drafts from "../ParaphWireTests/Golden/FileDraft.json";
import enrolmentResults from "../ParaphWireTests/Golden/EnrolmentResult.json";
import fieldValues from "../ParaphWireTests/Golden/FormFieldValue.json";
import files from "../ParaphWireTests/Golden/StoredFile.json";
import fileReaders from "../ParaphWireTests/Golden/FileReader.json";
import handOvers from "../ParaphWireTests/Golden/HandOver.json";
import passkeyChallenges from "../ParaphWireTests/Golden/PasskeyChallenge.json";
import passkeyCreations from "../ParaphWireTests/Golden/PasskeyCreation.json";
import persons from "../ParaphWireTests/Golden/Person.json";
import problems from "../ParaphWireTests/Golden/Problem.json";
import phoneStatus from "../ParaphWireTests/Golden/PhoneStatus.json";
import pushSettings from "../ParaphWireTests/Golden/PushSettings.json";
import recoveryCodess from "../ParaphWireTests/Golden/RecoveryCodes.json";
import registeredApps from "../ParaphWireTests/Golden/RegisteredApp.json";
import registrationReceipts from "../ParaphWireTests/Golden/RegistrationReceipt.json";
import sampleCheckResults from "../ParaphWireTests/Golden/SampleCheckResult.json";
import savedDocuments from "../ParaphWireTests/Golden/SavedDocument.json";
import sealOffers from "../ParaphWireTests/Golden/SealOffer.json";
import sealsToJudge from "../ParaphWireTests/Golden/SealToJudge.json";
import sealVerdicts from "../ParaphWireTests/Golden/SealVerdict.json";
import sealVerdictss from "../ParaphWireTests/Golden/SealVerdicts.json";
import sessionGrants from "../ParaphWireTests/Golden/SessionGrant.json";
import signings from "../ParaphWireTests/Golden/FileSigning.json";
import stepUpStatuss from "../ParaphWireTests/Golden/StepUpStatus.json";

/** @type {Wire.Approval[]} */
export const approvalsRead = approvals;
/** @type {Wire.ApprovalCodeReceipt[]} */
export const approvalCodeReceiptsRead = approvalCodeReceipts;
/** @type {Wire.AuthorizationOutcome[]} */
export const authorizationOutcomesRead = authorizationOutcomes;
/** @type {Wire.Challenge[]} */
export const challengesRead = challenges;
/** @type {Wire.ChallengeResult[]} */
export const challengeResultsRead = challengeResults;
/** @type {Wire.Changes[]} */
export const changessRead = changess;
/** @type {Wire.AuthorizationQuestion[]} */
export const authorizationQuestionsRead = authorizationQuestions;
/** @type {Wire.ClientRequest[]} */
export const clientRequestsRead = clientRequests;
/** @type {Wire.Device[]} */
export const devicesRead = devices;
/** @type {Wire.DeviceRequest[]} */
export const deviceRequestsRead = deviceRequests;
/** @type {Wire.DocumentHistory[]} */
export const documentHistorysRead = documentHistorys;
/** @type {Wire.DocumentSave[]} */
export const documentSavesRead = documentSaves;
/** @type {Wire.DocumentSeal[]} */
export const documentSealsRead = documentSeals;
/** @type {Wire.Draft[]} */
export const draftsRead = drafts;
/** @type {Wire.EnrolmentResult[]} */
export const enrolmentResultsRead = enrolmentResults;
/** @type {Wire.FieldValue[]} */
export const fieldValuesRead = fieldValues;
/** @type {Wire.File[]} */
export const filesRead = files;
/** @type {Wire.FileReader[]} */
export const fileReadersRead = fileReaders;
/** @type {Wire.HandOver[]} */
export const handOversRead = handOvers;
/** @type {Wire.PasskeyChallenge[]} */
export const passkeyChallengesRead = passkeyChallenges;
/** @type {Wire.PasskeyCreation[]} */
export const passkeyCreationsRead = passkeyCreations;
/** @type {Wire.Person[]} */
export const personsRead = persons;
/** @type {Wire.Problem[]} */
export const problemsRead = problems;
/** @type {Wire.PhoneStatus[]} */
export const phoneStatusRead = phoneStatus;
/** @type {Wire.PushSettings[]} */
export const pushSettingsRead = pushSettings;
/** @type {Wire.RecoveryCodes[]} */
export const recoveryCodessRead = recoveryCodess;
/** @type {Wire.RegisteredApp[]} */
export const registeredAppsRead = registeredApps;
/** @type {Wire.RegistrationReceipt[]} */
export const registrationReceiptsRead = registrationReceipts;
/** @type {Wire.SampleCheckResult[]} */
export const sampleCheckResultsRead = sampleCheckResults;
/** @type {Wire.SavedDocument[]} */
export const savedDocumentsRead = savedDocuments;
/** @type {Wire.SealOffer[]} */
export const sealOffersRead = sealOffers;
/** @type {Wire.SealToJudge[]} */
export const sealsToJudgeRead = sealsToJudge;
/** @type {Wire.SealVerdict[]} */
export const sealVerdictsRead = sealVerdicts;
/** @type {Wire.SealVerdicts[]} */
export const sealVerdictssRead = sealVerdictss;
/** @type {Wire.SessionGrant[]} */
export const sessionGrantsRead = sessionGrants;
/** @type {Wire.Signing[]} */
export const signingsRead = signings;
/** @type {Wire.StepUpStatus[]} */
export const stepUpStatussRead = stepUpStatuss;
