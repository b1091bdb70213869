s=b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486
s=${s}d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92
echo "{\"round\": 123, \"signature\": \"$s\"}" > round.json
curvemark drand verify --network quicknet round.json
