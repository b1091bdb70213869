curvemark ecdsa keygen secret.key > public.hex
printf 'pay 5 to Bob' > message.txt
curvemark ecdsa sign --key secret.key message.txt > signature.hex
curvemark ecdsa verify --key @public.hex --signature @signature.hex \
    message.txt
