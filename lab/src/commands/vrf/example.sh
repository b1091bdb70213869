curvemark vrf keygen secret.key > public.hex
printf 'round 1234' > round.txt
curvemark vrf prove --key secret.key round.txt > proof.hex
curvemark vrf verify --key @public.hex --proof @proof.hex round.txt
