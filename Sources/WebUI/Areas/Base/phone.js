// Telephone numbers as the server and apps read them (PhoneNumber.swift); both are held to the table Tests/Pages/phones.json.

const longest = 200;
const decimal = /\p{Nd}/u;

/**
 * The value of a digit of any script: those of one script follow one another in tens.
 *
 * @param {string} character
 */
function digit(character) {
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (first > 0 && decimal.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/**
 * The text in ASCII where it can be.
 *
 * @param {string} typed
 */
function plain(typed) {
  let result = "";
  for (const character of typed.normalize("NFKC")) {
    if (decimal.test(character)) result += digit(character);
    else if (/\p{White_Space}/u.test(character)) result += result.endsWith(" ") ? "" : " ";
    else if (/\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    else result += /[\p{Pd}\u2212]/u.test(character) ? "-" : character;
  }
  return result.trim();
}

/**
 * Reads a number as people type and paste it.
 *
 * @param {string} typed
 * @returns {{ number?: string, fault?: "characters" | "noCountryCode" | "trunkPrefix" | "length" }}
 */
export function phoneNumber(typed) {
  if (new TextEncoder().encode(typed).length > longest) return { fault: "length" };
  const text = plain(typed)
    .replace(/^tel: ?/i, "")
    .replace(/^(\(? ?(?:\+|00) ?\(? ?([1-9][0-9]{0,2}) ?\)?[ ./-]*)\( ?0 ?\)/, (_, before, code) => before + (["39", "378"].includes(code) ? "0" : ""));
  const isLoneEight = /^\(? ?\+ ?\(? ?8[ ./()-]/.test(text);
  const number = text.replace(/[ .\-/()]/g, "").replace(/^00/, "+");
  if (!/^\+?[0-9]*$/.test(number) || number === "") return { fault: "characters" };
  if (!/^\+(?!0)/.test(number)) return { fault: "noCountryCode" };
  if (isLoneEight || /^\+8([39]|0[1-79]|5[14789]|7[1-79]|8[45789])/.test(number)) return { fault: "trunkPrefix" };
  return /^\+[0-9]{7,15}$/.test(number) ? { number } : { fault: "length" };
}
