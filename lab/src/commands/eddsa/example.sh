curvemark eddsa keygen secret.key > public.hex
printf 'pay 5 to Bob' > message.txt
curvemark eddsa sign --key secret.key message.txt > signature.hex
curvemark eddsa verify --rule zip215 --key @public.hex \
    --signature @signature.hex message.txt
