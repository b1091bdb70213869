curvemark zklogin nonce --max-epoch 10 --randomness 100681567828351849884072155819400689117 \
    --ephemeral-key 00b9c6ee1630ef3e711144a648db06bbb2284f7274cfbee53ffcee503cc1a49200
