#!/usr/bin/env bash
# The 781 constants of the Polyglot key, in their order, have the published SHA-256. $2 is the source tree.
set -euo pipefail
python3 - "$2/src/notation/polyglot_random.inc" <<'PYTHON'
import hashlib, re, sys

constants = re.findall(r"0x([0-9A-F]{16})", open(sys.argv[1]).read())
digest = hashlib.sha256(bytes.fromhex("".join(constants))).hexdigest()
assert len(constants) == 781, len(constants)
assert digest == "9aee840377ba74c9a7fe8e254958ad312aa15766257d18823f866b070cbcc9e8", digest
PYTHON
