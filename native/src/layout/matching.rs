//! Which boxes of two sides are the same object: greedy one to one within a group, best IoU first.

/// Left, top, right and bottom.
pub type Corners = [f64; 4];

/// The boxes of a side, each with the number of its group (a class on a page).
pub struct Side<'a> {
    pub groups: &'a [i64],
    pub boxes: &'a [Corners],
}

/// How two boxes overlap.
#[derive(Clone, Copy)]
struct Overlap {
    iou: f64,
    coverage: f64,
    purity: f64,
}

/// Matched pairs in the order of the reference.
#[derive(Default)]
pub struct Matches {
    pub reference: Vec<i64>,
    pub hypothesis: Vec<i64>,
    pub iou: Vec<f64>,
    pub coverage: Vec<f64>,
    pub purity: Vec<f64>,
}

struct Candidate {
    overlap: Overlap,
    reference: u32,
    hypothesis: u32,
}

/// Pairs of a group up to which each is looked at; the caller searches larger groups otherwise.
const LARGEST: usize = 1 << 16;
const FREE: u32 = u32::MAX;

/// The matches at each threshold, which are above 0; none if a group is too large or a side is no finite number.
pub fn greedy(reference: &Side<'_>, hypothesis: &Side<'_>, thresholds: &[f64]) -> Option<Vec<Matches>> {
    let sides = [reference, hypothesis];
    if sides.iter().any(|side| side.boxes.len() >= FREE as usize || !finite(side.boxes)) {
        return None;
    }
    let least = thresholds.iter().copied().fold(f64::INFINITY, f64::min);
    let ordered = sides.map(|side| by_group(side.groups));
    let areas = sides.map(|side| side.boxes.iter().map(area).collect::<Vec<_>>());
    let mut partners =
        vec![vec![(FREE, Overlap { iou: 0.0, coverage: 0.0, purity: 0.0 }); reference.boxes.len()]; thresholds.len()];
    let mut used = vec![vec![false; hypothesis.boxes.len()]; thresholds.len()];
    let mut found = Vec::new();
    let (mut ours, mut theirs) = (&ordered[0][..], &ordered[1][..]);
    while let (Some(&one), Some(&other)) = (ours.first(), theirs.first()) {
        let group = reference.groups[one as usize].max(hypothesis.groups[other as usize]);
        let (mine, after) = group_of(ours, reference.groups, group);
        let (yours, rest) = group_of(theirs, hypothesis.groups, group);
        (ours, theirs) = (after, rest);
        if mine.len() * yours.len() > LARGEST {
            return None;
        }
        found.clear();
        for &hypothesis_place in yours {
            for &reference_place in mine {
                let (one, other) = (reference_place as usize, hypothesis_place as usize);
                let overlap =
                    overlap(&reference.boxes[one], areas[0][one], &hypothesis.boxes[other], areas[1][other], least);
                found.extend(overlap.map(|overlap| Candidate {
                    overlap,
                    reference: reference_place,
                    hypothesis: hypothesis_place,
                }));
            }
        }
        if found.len() > 1 {
            // Stable: equal ones stay in the order of the hypothesis, and then of the reference.
            found.sort_by(|one, other| other.overlap.iou.total_cmp(&one.overlap.iou));
        }
        for (place, &threshold) in thresholds.iter().enumerate() {
            for candidate in found.iter().take_while(|candidate| candidate.overlap.iou >= threshold) {
                let partner = &mut partners[place][candidate.reference as usize];
                let taken = &mut used[place][candidate.hypothesis as usize];
                if partner.0 == FREE && !*taken {
                    *partner = (candidate.hypothesis, candidate.overlap);
                    *taken = true;
                }
            }
        }
    }
    Some(partners.iter().map(|partners| matches(partners)).collect())
}

fn matches(partners: &[(u32, Overlap)]) -> Matches {
    let mut found = Matches::default();
    for (place, (partner, overlap)) in partners.iter().enumerate().filter(|(_, (partner, _))| *partner != FREE) {
        found.reference.push(place as i64);
        found.hypothesis.push(i64::from(*partner));
        found.iou.push(overlap.iou);
        found.coverage.push(overlap.coverage);
        found.purity.push(overlap.purity);
    }
    found
}

/// The places of a group at the start of what is left, and what follows; the places before it have no partner.
fn group_of<'a>(places: &'a [u32], groups: &[i64], group: i64) -> (&'a [u32], &'a [u32]) {
    let start = places.iter().position(|&place| groups[place as usize] >= group).unwrap_or(places.len());
    let rest = &places[start..];
    let end = rest.iter().position(|&place| groups[place as usize] != group).unwrap_or(rest.len());
    rest.split_at(end)
}

/// The places in the order of their groups, those of a group in their own order.
fn by_group(groups: &[i64]) -> Vec<u32> {
    let places = 0..groups.len() as u32;
    let most = groups.iter().copied().max().unwrap_or(0);
    if groups.iter().any(|&group| group < 0) || most as usize > 8 * groups.len() + 1024 {
        let mut places: Vec<u32> = places.collect();
        places.sort_by_key(|&place| groups[place as usize]);
        return places;
    }
    let mut starts = vec![0_u32; most as usize + 2];
    for &group in groups {
        starts[group as usize + 1] += 1;
    }
    for group in 1..starts.len() {
        starts[group] += starts[group - 1];
    }
    let mut ordered = vec![0; groups.len()];
    for place in places {
        let start = &mut starts[groups[place as usize] as usize];
        ordered[*start as usize] = place;
        *start += 1;
    }
    ordered
}

fn finite(boxes: &[Corners]) -> bool {
    boxes.iter().flatten().all(|side| side.is_finite())
}

fn area(corners: &Corners) -> f64 {
    (corners[2] - corners[0]).max(0.0) * (corners[3] - corners[1]).max(0.0)
}

/// The overlap of a pair whose IoU reaches the threshold, in the order of operations of the definition.
fn overlap(reference: &Corners, ours: f64, hypothesis: &Corners, theirs: f64, least: f64) -> Option<Overlap> {
    let wide = reference[2].min(hypothesis[2]) - reference[0].max(hypothesis[0]);
    let high = reference[3].min(hypothesis[3]) - reference[1].max(hypothesis[1]);
    if wide <= 0.0 || high <= 0.0 {
        return None;
    }
    let shared = wide * high;
    let iou = shared / (theirs + ours - shared);
    (shared > 0.0 && iou >= least).then(|| Overlap { iou, coverage: shared / ours, purity: shared / theirs })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_pair_is_taken_first_and_ties_fall_to_the_earlier_hypothesis() {
        let reference = [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.5]];
        let hypothesis = [[0.0, 0.0, 1.0, 0.75], [0.0, 0.0, 1.0, 0.75], [0.0, 0.0, 1.0, 0.875]];
        let sides = [Side { groups: &[7, 7], boxes: &reference }, Side { groups: &[7, 7, 7], boxes: &hypothesis }];
        let found = greedy(&sides[0], &sides[1], &[0.5, 0.95]).expect("small");
        assert_eq!((&found[0].reference[..], &found[0].hypothesis[..]), (&[0, 1][..], &[2, 0][..]));
        assert_eq!((found[0].iou[0], found[0].coverage[0], found[0].purity[1]), (0.875, 0.875, 0.5 / 0.75));
        assert!(found[1].reference.is_empty());
    }

    #[test]
    fn groups_never_meet_however_they_are_numbered() {
        let boxes = [[0.0, 0.0, 1.0, 1.0]; 3];
        for (one, other, matched) in [
            ([1, 5, 9], [5, 9, 1], vec![2, 0, 1]),
            ([0, 1, 1 << 40], [1 << 40, 3, 4], vec![0]),
            ([-3, 0, 2], [1, 2, 2], vec![1]),
        ] {
            let sides = [Side { groups: &one, boxes: &boxes }, Side { groups: &other, boxes: &boxes }];
            assert_eq!(greedy(&sides[0], &sides[1], &[0.5]).expect("small")[0].hypothesis, matched);
        }
    }

    #[test]
    fn large_groups_and_odd_numbers_are_left_to_the_caller() {
        let boxes = vec![[0.0, 0.0, 1.0, 1.0]; 300];
        let groups = vec![0; 300];
        let side = || Side { groups: &groups, boxes: &boxes };
        assert!(greedy(&side(), &side(), &[0.5]).is_none());
        let odd = [[0.0, f64::NAN, 1.0, 1.0]];
        assert!(greedy(&Side { groups: &[0], boxes: &odd }, &side(), &[0.5]).is_none());
    }
}
