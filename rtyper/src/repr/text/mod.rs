//! Texts: strings and characters, their methods and builders; texts of other values (`str(x)`, `repr(x)`), and
//! formatting.
mod rformat;
pub mod rstr;
mod rstrbuilder;
mod rstrmethods;
mod rtext;
