export const help = `basics: the licence of the tool Basics on this PC

  basics activate [--portal URL] [--no-browser] [--json]
      Gets and installs a licence over the network: shows a short code, which a person confirms in the portal.
      If the portal does not answer within 10 seconds, shows a verification code to paste instead.
  basics renew [--portal URL] [--no-browser] [--json]
      The same for a renewal. After "basics sign-in" nobody needs to confirm it.
  basics code [--renew | --moved] [--out FILE.bvr] [--portal URL] [--speak] [--no-qr] [--plain]
              [--offline] [--json]
      A verification code of this PC, to paste at the portal. Standard output contains only the code.
      --speak prints it in the spelling alphabet, line by line, for the telephone.
      The first time, it also pins the portal's public keys and says so; --offline leaves that out.
  basics install <file | code | -> [--json]
      Checks a licence and puts it in place. A refused one never replaces a good one.
  basics status [--offline] [--read-only] [--json]
      What is allowed, until when, on which PC. At most once a day it first asks the portal for the
      revocation list; --offline leaves that out, and so does a portal that does not answer.
      --read-only: as a tool that goes on read-only after the grace period.
  basics return [--yes] [--out FILE] [--portal URL] [--no-qr] [--json]
      Removes the licence from this PC and prints a return code, which frees its place in the portal.
      It first says what will happen, and asks. Run again, it prints the same code.
  basics revocations [FILE | portal URL | -] [--json]
      Takes a revocation list, by default that of the portal. The newest one counts.
  basics check <file | code | -> [--json]
      Verifies any licence offline, also one for another PC.
  basics trust <portal URL | file> [--replace]
      Pins the public keys by which licences are verified.
  basics keys [--json]
      The keys that are trusted.
  basics portal [PATH] [--print] [SIGN-IN]
      Opens the portal in the browser, signed in: at PATH, else with a new code of this PC filled in.
      --print prints the address instead; it works once, within a minute. Signs in first where need be.
  basics sign-in [SIGN-IN]
      Asks for login and password and keeps the session. SIGN-IN is any of --login NAME,
      --password-stdin, --code CODE (of an app, or a recovery code), --portal URL, --unencrypted.
  basics sign-out
      Ends that session, at the portal and here.
  basics --help, basics --version

Exit codes
   0 done; the licence is valid      14 not genuine                 19 withdrawn by a later licence
   1 a file, folder or network       15 clock turned back           20 mistyped, incomplete or no licence
     failed                          16 not yet valid               21 key unknown, or none pinned
   2 the command was not understood  17 for another tool            22 needs a newer tool
   3 not signed in, or not let in    18 tool too new for it
  10 in grace   11 expired           13 for another PC
  12 no licence installed           23 revoked by the portal       24 record of the time lost
  25 returned on this PC

Environment
  BASICS_HOME          folder for licence, keys and session (default: the system's state folder)
  BASICS_PORTAL_URL    the portal, http://localhost:3000 if not set
  BASICS_LICENCE_KEYS  a file of additional public keys to trust
  BASICS_MACHINE_FILE  JSON that describes a simulated PC; only in the repository of Basics Portal`;
