# Two signers, each with a proof that the key is its own.
for i in 1 2; do
    curvemark bls keygen secret$i.key > public$i.hex
    curvemark bls prove secret$i.key > proof$i.hex
done
printf 'block 7' > message.txt
curvemark bls sign --key secret1.key message.txt > signatures.txt
curvemark bls sign --key secret2.key message.txt >> signatures.txt

# Anybody adds the signatures, and verifies the sum under both keys.
curvemark bls aggregate signatures.txt > aggregate.hex
paste -d ' ' public1.hex proof1.hex > keys.txt
paste -d ' ' public2.hex proof2.hex >> keys.txt
curvemark bls verify-aggregate --keys keys.txt --signature @aggregate.hex \
    message.txt
