curvemark schnorr keygen secret.key > public.hex
printf 'pay 5 to Bob' > message.txt
curvemark schnorr sign --key secret.key message.txt > signature.hex
curvemark schnorr verify --key @public.hex --signature @signature.hex \
    message.txt
