key=00b9c6ee1630ef3e711144a648db06bbb2284f7274cfbee53f
key=${key}fcee503cc1a49200
curvemark zklogin nonce --max-epoch 10 --ephemeral-key "$key" \
    --randomness 100681567828351849884072155819400689117
